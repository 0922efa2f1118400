import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { TextArea } from './text-area.tsx';

describe('TextArea', () => {
  it('counts the characters up to the maximum', () => {
    renderInEnglish(<TextArea label="Message" value="Hello" maxLength={20} />);
    expect(screen.getByText('5 / 20')).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveAttribute('maxlength', '20');
  });

  it('shows the minimum length after the first character', () => {
    const { rerender } = renderInEnglish(<TextArea label="Message" value="" minLength={10} maxLength={20} />);
    expect(screen.getByText('0 / 20')).toBeVisible();
    rerender(<TextArea label="Message" value="Hello" minLength={10} maxLength={20} />);
    expect(screen.getByText('5 of at least 10 characters')).toBeVisible();
  });

  it('shows no counter without lengths', () => {
    renderInEnglish(<TextArea label="Message" value="Hello" />);
    expect(screen.queryByText(/5/)).not.toBeInTheDocument();
  });
});
