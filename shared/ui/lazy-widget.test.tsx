import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { lazyWidget } from './lazy-widget.tsx';

const Greeting = ({ name }: { name: string }) => <p>{`Hello ${name}`}</p>;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('lazyWidget', () => {
  it('shows the fallback until the code is there', async () => {
    const { Widget } = lazyWidget(async () => Greeting);
    render(<Widget props={{ name: 'Jane' }} fallback="Wait" />);
    expect(screen.getByText('Wait')).toBeVisible();
    await act(async () => {});
    expect(screen.getByText('Hello Jane')).toBeVisible();
  });

  it('renders at once when preloaded, and loads once', async () => {
    const load = jest.fn(async () => Greeting);
    const { Widget, preload } = lazyWidget(load);
    await preload();
    render(<Widget props={{ name: 'Jane' }} fallback="Wait" />);
    expect(screen.getByText('Hello Jane')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tries again after a failed load', async () => {
    const load = jest.fn<() => Promise<ComponentType<{ name: string }>>>();
    load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Greeting);
    const { Widget } = lazyWidget(load);
    render(<Widget props={{ name: 'Jane' }} fallback="Wait" />);
    await act(async () => {});
    expect(screen.getByText('Wait')).toBeVisible();
    await act(async () => void jest.advanceTimersByTime(3000));
    expect(screen.getByText('Hello Jane')).toBeVisible();
  });
});
