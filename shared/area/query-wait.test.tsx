import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { renderPage } from '../testing/render-page.tsx';
import { QueryError } from '../ui/feedback/error-panel.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const refusal = (retryAfterSeconds: number) =>
  new ApiError({ status: 429, code: 'rate_limited', requestId: 'req_12345678', retryAfterSeconds });
const pass = (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) act(() => void jest.advanceTimersByTime(1000));
};

/** A query whose attempts fail with these errors in turn. */
function FailingQuery({ errors, compact = false }: { errors: readonly ApiError[]; compact?: boolean }) {
  const [attempt, setAttempt] = useState(0);
  const [retry] = useState(() => () => setAttempt((value) => value + 1));
  return (
    <>
      <p>attempt {attempt}</p>
      <QueryError error={errors[attempt]} onRetry={retry} compact={compact} />
    </>
  );
}

it('counts down and repeats a refused query at the time that the server stated, each time', () => {
  const notFound = new ApiError({ status: 404, code: 'not_found' });
  renderPage(<FailingQuery errors={[refusal(20), refusal(5), notFound]} />);
  expect(screen.getByText('Just a moment')).toHaveAttribute('role', 'status');
  expect(screen.getByText(/loads automatically in 00:20/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();

  pass(19);
  expect(screen.getByText(/in 00:01/)).toBeVisible();
  expect(screen.getByText('attempt 0')).toBeVisible();
  pass(1);
  expect(screen.getByText('attempt 1')).toBeVisible();
  expect(screen.getByText(/in 00:05/)).toBeVisible();
  pass(5);
  expect(screen.getByText('attempt 2')).toBeVisible();
  expect(screen.getByRole('alert')).toBeVisible();
});

it('repeats the query above content that was loaded before', () => {
  renderPage(<FailingQuery compact errors={[refusal(2), refusal(2)]} />);
  expect(screen.getByText(/in 00:02/)).toBeVisible();
  pass(2);
  expect(screen.getByText('attempt 1')).toBeVisible();
});
