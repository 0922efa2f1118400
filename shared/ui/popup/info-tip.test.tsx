import { afterEach, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { InfoTip } from './info-tip.tsx';

afterEach(() => {
  jest.restoreAllMocks();
});

it('measures the page only when it is open', async () => {
  const measure = jest.spyOn(Element.prototype, 'getBoundingClientRect');
  const { user } = renderInEnglish(<InfoTip label="About ASR">Answered calls</InfoTip>);
  expect(measure).not.toHaveBeenCalled();
  await user.hover(screen.getByRole('button', { name: 'About ASR' }));
  expect(screen.getByRole('tooltip')).toHaveTextContent('Answered calls');
  expect(measure).toHaveBeenCalled();
});
