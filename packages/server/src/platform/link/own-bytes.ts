/**
 * Bytes that are alone in their buffer, as messages need them: the runtime clones the whole buffer of a view, so each piece of a
 * large answer would be sent with all the others.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
