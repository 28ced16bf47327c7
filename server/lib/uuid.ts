/** Recognises UUIDs, in which form ids of quotes, payments and jobs arrive in requests and commands. */

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
