/** Bytes as base64url without padding, as servers write keys. */
export function base64url(bytes: Uint8Array): string {
  const plain = btoa(String.fromCharCode(...bytes))
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
