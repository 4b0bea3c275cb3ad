// Without schemas, as browsers load it too.

/** Longest e-mail address (RFC 5321, 4.5.3.1.3). */
export const longestEmail = 254

/** A local part without quotes (RFC 5321) at a domain with a dot; the domain may have letters of any language. */
const emailPattern =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+\p{L}(?:[\p{L}\d-]{0,61}[\p{L}\d])$/u

/** Whether mail can be sent to a text. */
export const isEmailAddress = (text: string): boolean => text.length <= longestEmail && emailPattern.test(text)
