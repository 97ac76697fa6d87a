import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

export default ts.config(
  {
    ignores: ['dist/', 'gallery/dist/', 'src/lib/board/generated/', 'gallery/generated/', 'gallery/pictures/'],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // Arrays are indexed by positions that the code has just computed.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Maps and sets that the code makes anew, or keeps to itself, need not be watched.
      'svelte/prefer-svelte-reactivity': 'off',
      // TypeScript knows what is defined.
      'no-undef': 'off',
    },
  },
  {
    files: ['browser/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.name="expect"] AwaitExpression, ' +
            'CallExpression[callee.object.callee.name="expect"] > AwaitExpression.arguments, ' +
            'CallExpression[callee.object.callee.object.name="expect"] > AwaitExpression.arguments',
          message: 'A page is read at any moment of its drawing: expect.poll(() => …) reads until it is as expected.',
        },
        {
          selector: 'CallExpression[callee.property.name=/^(setViewportSize|waitForTimeout)$/]',
          message: 'resize() waits until the page has followed; a test waits for a state, not for a time.',
        },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] } },
  },
)
