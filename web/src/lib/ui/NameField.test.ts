import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { LONGEST_NAME } from '../protocol'
import { settings } from '../settings.svelte'
import NameField from './NameField.svelte'

test('counts the last letters, and says so when a name was cut, politely to screen readers', async () => {
  settings.locale = 'en'
  const { container } = render(NameField, { value: 'Ann', title: 'Your name' })
  const hint = () => container.querySelector('[aria-live="polite"]')?.textContent?.replaceAll('\u00a0', ' ')
  const field = screen.getByLabelText<HTMLInputElement>('Your name')
  expect(hint()).toBe('')
  await fireEvent.input(field, { target: { value: 'a'.repeat(LONGEST_NAME) } })
  expect(hint()).toBe('24 of 24 letters')
  // A letter outside the basic plane counts once, here and at the server, and is never cut in half.
  await fireEvent.input(field, { target: { value: '🚂'.repeat(LONGEST_NAME + 3) } })
  expect(field.value).toBe('🚂'.repeat(LONGEST_NAME))
  expect(hint()).toBe('A name has at most 24 letters: the rest was cut.')
  await fireEvent.input(field, { target: { value: 'Ann' } })
  expect(hint()).toBe('')
})
