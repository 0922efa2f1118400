import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { ToastRegion } from './feedback/toast.tsx';
import { lazyWidget } from './lazy-widget.tsx';
import { renderInEnglish } from './render-in-english.fixtures.tsx';

const Greeting = ({ name }: { name: string }) => <p>{`Hello ${name}`}</p>;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('lazyWidget', () => {
  it('shows the fallback until the code is loaded', async () => {
    const { Widget } = lazyWidget(async () => Greeting);
    render(<Widget props={{ name: 'Jane' }} fallback="Wait" />);
    expect(screen.getByText('Wait')).toBeVisible();
    await act(async () => {});
    expect(screen.getByText('Hello Jane')).toBeVisible();
  });

  it('renders immediately after a prefetch and loads only once', async () => {
    const load = jest.fn(async () => Greeting);
    const { Widget, prefetch } = lazyWidget(load);
    await act(async () => prefetch());
    render(<Widget props={{ name: 'Jane' }} fallback="Wait" />);
    expect(screen.getByText('Hello Jane')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('loads again 3 seconds after a failure', async () => {
    const load = jest.fn<() => Promise<ComponentType<{ name: string }>>>();
    load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Greeting);
    const { Widget } = lazyWidget(load);
    render(<Widget props={{ name: 'Jane' }} fallback="Wait" />);
    await act(async () => {});
    expect(screen.getByText('Wait')).toBeVisible();
    await act(async () => void jest.advanceTimersByTime(3000));
    expect(screen.getByText('Hello Jane')).toBeVisible();
  });

  it('gives up after the second failure and says to try again', async () => {
    const onGiveUp = jest.fn();
    const { Widget } = lazyWidget<{ name: string }>(() => Promise.reject(new Error('offline')));
    renderInEnglish(
      <>
        <Widget props={{ name: 'Jane' }} fallback="Wait" onGiveUp={onGiveUp} />
        <ToastRegion />
      </>,
    );
    await act(async () => {});
    expect(onGiveUp).not.toHaveBeenCalled();
    await act(async () => void jest.advanceTimersByTime(3000));
    await act(async () => {});
    expect(onGiveUp).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toHaveTextContent(
      'This part of the page could not be loaded. Try again.',
    );
    await act(async () => void jest.advanceTimersByTime(9000));
    expect(onGiveUp).toHaveBeenCalledTimes(1);
  });
});
