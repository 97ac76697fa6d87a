// What we use of the package, which brings no types.
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: { targetFormat: 'woff2' | 'truetype' },
  ): Promise<Uint8Array>
}
