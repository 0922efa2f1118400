import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { ErrorPanel, QueryError } from './error-panel.tsx';
import { QueryFallback } from './placeholders.tsx';

const failed = { data: undefined, isError: true, error: new Error('offline'), isFetching: false };
const loading = { ...failed, isError: false, error: null, isFetching: true };

/** A page, and a region in it whose content fails until it is retried. */
function Page({ outcome }: { outcome: 'loads' | 'fails again' | 'compact' | 'other page' }) {
  const [isRetried, setRetried] = useState(false);
  const retry = () => setRetried(true);
  if (outcome === 'other page')
    return isRetried ? <main tabIndex={-1}>Page</main> : <main>{<ErrorPanel onRetry={retry} />}</main>;
  const state = { ...(isRetried && outcome === 'loads' ? loading : failed), refetch: retry };
  return (
    <main tabIndex={-1}>
      <section aria-label="Region" tabIndex={-1}>
        {outcome !== 'compact' && <QueryFallback query={state} />}
        {outcome === 'compact' && !isRetried && <QueryError compact error={failed.error} onRetry={retry} />}
      </section>
    </main>
  );
}

it.each([
  ['to the region whose content is loading', 'loads'],
  ['to the region whose content is up to date again', 'compact'],
] as const)('moves the focus with "Try again" %s', async (_name, outcome) => {
  const { user } = renderInEnglish(<Page outcome={outcome} />);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('button')).toBeNull();
  await waitFor(() => expect(screen.getByRole('region')).toHaveFocus());
});

it('moves the focus to the content of the page that replaces the failure', async () => {
  const { user } = renderInEnglish(<Page outcome="other page" />);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  expect(screen.getByRole('main')).toHaveTextContent('Page');
});

it('leaves the focus at a button that stays', async () => {
  const { user } = renderInEnglish(<Page outcome="fails again" />);
  const button = screen.getByRole('button', { name: 'Try again' });
  await user.click(button);
  await new Promise((resolve) => setTimeout(resolve));
  expect(button).toHaveFocus();
});
