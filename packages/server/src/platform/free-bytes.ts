/** For fewer bytes, the call costs more than their memory is worth. */
const freedBytesMin = 8 * 1024;

/**
 * Frees the memory of bytes that nobody reads any more, instead of leaving it to the garbage collector. The collector lets
 * garbage grow in proportion to live memory, so under bulk load tens of megabytes of bodies and queue entries would pile up.
 * Bytes that share their memory with others are left alone.
 */
export function freeBytes(bytes: Uint8Array): void {
  if (bytes.length < freedBytesMin) return;
  const { buffer } = bytes;
  // A transfer detaches the memory, and a transfer to zero bytes keeps nothing.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) buffer.transfer(0);
}
