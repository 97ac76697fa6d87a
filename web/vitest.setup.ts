import { cleanup } from '@testing-library/svelte'
import { afterEach, beforeAll } from 'vitest'
import { settings } from './src/lib/settings.svelte'

// Files share their modules, so a language that one has set would be the next one's, too.
beforeAll(() => (settings.locale = 'en'))
afterEach(cleanup)
