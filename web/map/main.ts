// Draws the boards: reads src/semafor/boards/*.toml, writes src/lib/board/generated/.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

mkdirSync(fileURLToPath(new URL('../src/lib/board/generated/', import.meta.url)), { recursive: true })
