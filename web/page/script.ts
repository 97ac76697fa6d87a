/**
 * Make Pyodide's script smaller, for servers that don't compress: a page can unpack its data, but a browser loads scripts
 * as they are.
 */
import { minifySync } from 'vite'

/** A C function that the WebAssembly exports, as a variable of the script and as a property of its module. */
const EXPORTED = /([\w$]+)=Module\["_([\w$]+)"\]=wasmExports\["\2"\];/g
/** How often a variable that nothing uses is named: its declaration, and twice where it is set. */
const UNUSED = 3

/** Return a script that does the same. */
export function smaller(script: string): string {
  const used = new Map<string, number>()
  for (const [word] of script.matchAll(/[\w$]+/g)) used.set(word, (used.get(word) ?? 0) + 1)
  let loop = 'for(const name in wasmExports)Module["_"+name]=wasmExports[name];'
  let cut = 0
  const short = script
    .replace(EXPORTED, (set, variable: string) => {
      if ((used.get(variable) ?? 0) > UNUSED) return set
      cut += 1
      const first = loop
      loop = ''
      return first
    })
    // An eval that sees no local names, so that these can be shortened; nothing on a page calls it.
    .replace(/(?<![\w$.])eval\(/g, '(0,eval)(')
  if (cut < 4000) throw new Error(`the script of Pyodide has another form: it sets only ${cut} exports in vain`)
  const { code, errors } = minifySync('pyodide.asm.mjs', short, { module: true, compress: true, mangle: true })
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}
