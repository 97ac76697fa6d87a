/** A section of the catalogues, by language: `web/messages/catalogues.ts` makes these modules. */
declare module 'messages:*' {
  const texts: Record<string, Record<string, import('./lib/language/languages').Text>>
  export default texts
}
