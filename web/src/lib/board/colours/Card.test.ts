import { render } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'

import Card from './Card.svelte'
import { COLOURS } from './palette'
import { SYMBOLS } from './symbols'

describe('a card', () => {
  it.each(COLOURS)('shows the symbol of %s three times', (card) => {
    const { container } = render(Card, { card, label: card })
    expect(
      [...container.querySelectorAll('path')].filter((path) => path.getAttribute('d') === SYMBOLS[card]),
    ).toHaveLength(3)
    expect(container.querySelector('svg')!.getAttribute('aria-label')).toBe(card)
  })

  it('without a label is hidden from screen readers', () => {
    const { container } = render(Card, { card: 'back' })
    expect(container.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true')
  })

  it('shows how many it stands for', () => {
    const { container } = render(Card, { card: 'locomotive', count: 3 })
    expect(container.querySelector('.count')!.textContent).toBe('3')
  })

  it('has a different symbol for every kind', () => {
    expect(new Set(Object.values(SYMBOLS)).size).toBe(9)
  })
})
