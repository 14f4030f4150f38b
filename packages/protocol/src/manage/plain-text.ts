/**
 * Texts without control characters. The patterns are part of the API document, and not every tool that reads it knows classes of
 * characters such as \p{Cc}, so the characters are listed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
export const oneLine = /^[^\x00-\x1f\x7f-\x9f]*$/;
/** May have line feeds and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
export const severalLines = /^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$/;
