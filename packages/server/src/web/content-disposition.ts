/**
 * The header that makes a download a file of this name (RFC 6266). Characters beyond ASCII are in `filename*` (RFC
 * 8187), and replaced in `filename`, which old clients read. No name can end the header or leave a folder.
 */
export function attachment(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, "_").replace(/^\.+/, "_");
  const plain = safe.replace(/[^\x20-\x7e]|%/gu, "_");
  const header = `attachment; filename="${plain}"`;
  return plain === safe ? header : `${header}; filename*=UTF-8''${extendedValue(safe)}`;
}

function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
