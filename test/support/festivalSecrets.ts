/** The secrets of the example's festival, by the variables that its file names. */
export const festivalSecrets = {
  TSE_PASSWORD: "secret of the device",
  USER_TAG_KEY0: "00112233445566778899aabbccddeeff",
  USER_TAG_KEY1: "ffeeddccbbaa99887766554433221100",
  PASSWORD_OLGA: "a long enough passphrase",
  PIN_LENA: "STAFFLENA",
  CHIP_LENA: "04A1B2C3D4E5F6",
  PIN_OMAR: "STAFFOMAR",
  CHIP_OMAR: "04A1B2C3D4E5F7"
}
