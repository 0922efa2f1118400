import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { ToastRegion } from './toast.tsx';
import { dismissToast, toast, toastsNow } from './toast-queue.ts';

beforeEach(() => void jest.useFakeTimers());

afterEach(() => {
  act(() => {
    for (const item of toastsNow()) dismissToast(item.id);
  });
  jest.useRealTimers();
});

describe('toasts', () => {
  it('are announced politely and go by themselves', () => {
    renderInEnglish(<ToastRegion />);
    act(() => void toast({ tone: 'success', text: 'Saved.' }));
    expect(screen.getByRole('status')).toHaveTextContent('Saved.');
    act(() => jest.advanceTimersByTime(6000));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  it('wait while they are pointed at', () => {
    renderInEnglish(<ToastRegion />);
    act(() => void toast({ text: 'Saved.' }));
    fireEvent.pointerEnter(screen.getByRole('status'));
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByText('Saved.')).toBeVisible();
    fireEvent.pointerLeave(screen.getByRole('status'));
    act(() => jest.advanceTimersByTime(6000));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  it('are three at most, the newest stay', () => {
    renderInEnglish(<ToastRegion />);
    act(() => {
      for (const text of ['One', 'Two', 'Three', 'Four']) toast({ text });
    });
    expect(screen.queryByText('One')).not.toBeInTheDocument();
    expect(screen.getByText('Four')).toBeVisible();
  });

  it('can be dismissed', () => {
    renderInEnglish(<ToastRegion />);
    act(() => void toast({ text: 'Saved.' }));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });
});
