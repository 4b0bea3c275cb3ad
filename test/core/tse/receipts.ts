/** The public key of the simulated device of two receipts. */
export const simulatedKey =
  "BHIsubPEbwI+o5XAo1asfRMadmdmwlxgaYFAXaTG7JPpiTQ+q/2uEG5ENneZqgu3zE8kar7gE5QRfuaPY7c5BsReMwmdTahDgvEQJLBL4aEYXzQSfrnBB28d83UwGo28kw=="

/** Codes of receipts with valid signatures: published ones, of devices in use and of simulated devices. */
export const receipts = [
  {
    name: "the example in the annex of the DSFinV-K, on brainpoolP384r1",
    text: "V0;AMA-2642;Kassenbeleg-V1;Beleg^4.05_3.00_0.00_0.00_0.00^7.05:Bar;13;44131;2019-11-22T11:29:48." +
      "000Z;2019-11-22T11:29:49.000Z;ecdsa-plain-SHA384;unixTime;K8zsZ6NjsBzo/Yd3Hba84aH3oT+c4Og5VcfJ7s" +
      "6Dxz7UmAwtcKmzW16OkS/lm8pDE/37JHoRlYofUTLNF+9bY5Jv7C2P4nuEaHwlVarbiJs3bYlgQmIXQDZnf+8FhfBm;BBXNY" +
      "QErM4d9sk9Iy+0T6A4sdTocijml5X78Gq/At2uXTcs/3bZNNpyuHd+dpmY59yLh0xZcr9osHhkDAxsQumgjmtb3d9GIVnTaP" +
      "CslEki84P1iHPiHKHfcszeQajPk3A==",
    signed: "020102060904007f000703070101801146696e6973685472616e73616374696f6e8108414d412d32363432822742656c" +
      "65675e342e30355f332e30305f302e30305f302e30305f302e30305e372e30353a426172830e4b617373656e62656c65" +
      "672d563185010d0420bf1b13c1cf8a6f7958c190201daf9e18b850cf2cdc0885078d48868f625955e3300c060a04007f" +
      "00070101040104020300ac6302045dd7c6ad"
  },
  {
    name: "a sale on a simulated device",
    text: "V0;1000;Kassenbeleg-V1;Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar;1;2;2026-11-20T18:07:52.000Z;20" +
      "26-11-20T18:07:52.000Z;ecdsa-plain-SHA384;unixTime;JWR9hd7fqRFNaBiRs7psYApKaI5NtnnTC6b2DdqUm9c1m" +
      "cWBV8y67jghMYibUv30GYOOxq35rlIK7P7/OIS5RGskjrxrM5Z4WhcmXCslEYd0jVyEw/DEacMDxF7Lm+V7;" +
      simulatedKey,
    signed: "020102060904007f000703070101801146696e6973685472616e73616374696f6e810431303030822942656c65675e34" +
      "2e30305f302e30305f302e30305f302e30305f322e30305e362e30303a556e626172830e4b617373656e62656c65672d" +
      "5631850101042084ba2997f8fbf9d0feee48c7ba5812d6d1e37c33fdb11cdb06eb849b1336b1c7300c060a04007f0007" +
      "010104010402010202046b008c78"
  },
  {
    name: "a top-up on a simulated device",
    text: "V0;1001;Kassenbeleg-V1;Beleg^0.00_0.00_0.00_0.00_20.00^20.00:Bar;2;4;2026-11-20T18:07:52.000Z;20" +
      "26-11-20T18:07:52.000Z;ecdsa-plain-SHA384;unixTime;iwCmCWFNZMGYfdpcozJBZRbspSBLkrnEsYY81TO70Tfjj" +
      "/wmPUhRvdKReXyMRzY3HFixD4shtMl8RCMDu8IWP1TfUQbk4p4CUvHwa0Odmkvavl6r/uLmRXcDNqaTFGbj;" +
      simulatedKey
  },
  {
    name: "a cloud device on secp256r1",
    text: "V0;UT-TEST-101bd1cd-286c-4c3b-9ae5-43d4fad02f08;Kassenbeleg-V1;Beleg^4.20_0.00_0.00_0.00_0.00^4." +
      "20:Unbar;1;27;2026-08-18T18:38:19.000Z;2026-08-18T18:38:19.000Z;ecdsa-plain-SHA256;unixTime;kHCY" +
      "f4/f/zz+51m5XlzLtuEOFvVyAF3wrzsz+p+iyQcxzICkza8O9m/P45pRDQRWwEvxYzYZQWR3wGqEsSf2iA==;BAVHkwS3tpt" +
      "bKRK2Z8E6a8u8N/Qkw/6gBr89NivYZciYJVpF5uQPQTpgb64I3STVhUpLVc/ZCZOz7eaBol+qUnY="
  },
  {
    name: "a cloud device with a space in the till's name",
    text: "V0;ERS 8cb8e2de-4052-481b-945b-118022951944;Kassenbeleg-V1;Beleg^21.42_0.00_0.00_0.00_0.00^21.42" +
      ":Unbar;1;31;2021-08-23T14:36:27.000Z;2021-08-23T14:36:33.000Z;ecdsa-plain-SHA256;unixTime;TGnWiq" +
      "3ZW7gi4Vs+DxLGsJZj9v271dHmhQAcb057F3oWkdKJ61UW2LLVTZQhW673yLa53Mm6oPeMU1Ns3ZOH7w==;BGFKQP7EENf3s" +
      "5hTDXvlh+xyJ1Q9BNIa9LyYbYK+pTAKAGQ2fmI40p5QOrpHpvb+UuOrNQJdhzggHNfyyyDyf/g="
  },
  {
    name: "a stick past transaction 32767 that spells the process type its own way",
    text: "V0;AMA-6200;KassenBeleg-V1;Beleg^2.90_0.00_0.00_0.00_2.10^5.00:Unbar;160504;344413;2021-07-23T10" +
      ":12:54.000Z;2021-07-23T10:12:55.000Z;ecdsa-plain-SHA384;unixTime;NgqBkWMvhLmCKa9cJJ8JodfAdlkfcFF" +
      "yW0J7Ks9lTz9I4QFKhLzyGF/02kWsCRg0LoiJtkq+0Ak9GovodNFLOBG00ewEj40/GbI9zLtNt9j90w4Sz3GcxTSrr3rqhIh" +
      "N;BCd1vZvSJsJwBTqshgDVsrG4Gg+oN3jeeFEgjGiKs9ELd170vy/jO3iMMF6tAVUfjyYn9jRXng8Z4qWXaqoJ53+y+OFeSY" +
      "/lQsdZWCODkzhlhkJxJw2k9Z1A4gFX6Riotw=="
  },
  {
    name: "a demonstration stick",
    text: "V0;DEMO1256;Kassenbeleg-V1;Beleg^15.00_0.00_0.00_0.00_0.00^15.00:Bar;39;875;2020-06-08T11:34:42." +
      "000Z;2020-06-08T11:34:43.000Z;ecdsa-plain-SHA384;unixTime;DdxmTYRiAIm3jQJYwb7dyRthzG0hErod7Zobdm" +
      "IKpIVlVXESbSzTxZ0cVx08c4PgQ2S4oXedpUZV3vRXIU1q80IfrI2Xh4ZFMEq7515cfIcPIwsFQFEo7ZT58aDlBXlI;BFhnD" +
      "aPRoUxAYUktkUqoaV2l+TVpLdT7wPTRFDkZcHXFS7WZhGsvKh/lT3jEYJLNLD/sjQVg/JrobVU5kue/k2d9sK7dnWPdMgYlr" +
      "4E4Ff8ziKclzs1u7BuOYJ4jRI65rg=="
  }
] as const satisfies ReadonlyArray<{ name: string; text: string; signed?: string }>
