import { assert, it } from "@effect/vitest"
import { staysWithChip } from "@wristbank/core/base/TagUid"

it("numbers that are drawn at each tap, or were read in part, stay with no chip", () => {
  for (const uid of [0x08_a1_b2_c3n, 0x08_00_00_00n, 0x08_ff_ff_ffn, 0x88_04_a1_b2n]) assert.isFalse(staysWithChip(uid))
  for (const uid of [0x88_04_a1_b2_c3_d4_e5n, 0x04_a1_b2_88_c3_d4_e5n]) assert.isFalse(staysWithChip(uid))
})

it("others do, also those of other lengths and of tests", () => {
  const lasting = [
    0n,
    0x08n,
    0x88n,
    1234n,
    0x08_a1_b2n,
    0x04_a1_b2_c3n,
    0x18_a1_b2_c3n,
    0xff_ff_ff_ffn,
    0x08_a1_b2_c3_d4n,
    0x04_08_a1_b2_c3_d4_e5n,
    0xe0_04_01_00_88_a1_b2_c3n,
    2n ** 64n - 1n
  ]
  for (const uid of lasting) assert.isTrue(staysWithChip(uid), uid.toString(16))
})
