import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { clearToasts, ToastRegion, toast } from './toast.tsx';

beforeEach(() => void jest.useFakeTimers());

afterEach(() => {
  act(() => void jest.runAllTimers());
  jest.useRealTimers();
});

describe('a toast', () => {
  it('is announced politely and disappears after 6 seconds', () => {
    renderInEnglish(<ToastRegion />);
    act(() => void toast({ tone: 'success', text: 'Saved.' }));
    expect(screen.getByRole('status')).toHaveTextContent('Saved.');
    act(() => jest.advanceTimersByTime(6000));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  it('stays while the pointer is over it', () => {
    renderInEnglish(<ToastRegion />);
    act(() => void toast({ text: 'Saved.' }));
    fireEvent.pointerEnter(screen.getByRole('status'));
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByText('Saved.')).toBeVisible();
    fireEvent.pointerLeave(screen.getByRole('status'));
    act(() => jest.advanceTimersByTime(6000));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  it('replaces the oldest when three are shown', () => {
    renderInEnglish(<ToastRegion />);
    act(() => {
      for (const text of ['One', 'Two', 'Three', 'Four']) toast({ text });
    });
    expect(screen.queryByText('One')).not.toBeInTheDocument();
    expect(screen.getByText('Four')).toBeVisible();
  });

  it('disappears with all others when the account is left', () => {
    renderInEnglish(<ToastRegion />);
    act(() => {
      toast({ text: 'One' });
      toast({ text: 'Two', duration: Infinity });
      clearToasts();
    });
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('can be dismissed', () => {
    renderInEnglish(<ToastRegion />);
    act(() => void toast({ text: 'Saved.' }));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });
});
