import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { LONGEST_NAME } from '../protocol'
import { settings } from '../settings.svelte'
import NameField from './NameField.svelte'

test('says when the name is full, politely to screen readers', () => {
  settings.locale = 'en'
  const { container, rerender } = render(NameField, { value: 'a'.repeat(LONGEST_NAME - 1), title: 'Your name' })
  const hint = container.querySelector('[aria-live="polite"]')
  expect(hint?.textContent).toBe('')
  expect(screen.getByLabelText('Your name').getAttribute('maxlength')).toBe(String(LONGEST_NAME))
  return rerender({ value: 'a'.repeat(LONGEST_NAME) }).then(() => {
    expect(hint?.textContent).toBe('That is the limit: 24\u00a0letters.')
  })
})
