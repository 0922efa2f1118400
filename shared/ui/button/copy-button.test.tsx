import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { CopyButton } from './copy-button.tsx';

const writeText = jest.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  jest.useFakeTimers();
  writeText.mockReset().mockResolvedValue();
});

afterEach(() => void jest.useRealTimers());

async function press() {
  // userEvent replaces the clipboard; the button must use the browser's.
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
}

describe('CopyButton', () => {
  it('copies the text and announces it politely for 1000 ms', async () => {
    renderInEnglish(<CopyButton text="+37251234567" />);
    await press();
    expect(writeText).toHaveBeenCalledWith('+37251234567');
    expect(screen.getByText('Copied')).toHaveAttribute('aria-live', 'polite');
    act(() => jest.advanceTimersByTime(999));
    expect(screen.getByText('Copied')).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('Copied')).not.toBeInTheDocument();
  });

  it('shows a failure when the browser refuses to copy', async () => {
    writeText.mockRejectedValue(new Error('denied'));
    renderInEnglish(<CopyButton text="+37251234567" />);
    await press();
    expect(screen.getByText('Could not be copied')).toBeInTheDocument();
  });
});
