import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ErrorDescriptionProvider } from '../feedback/error-panel.tsx';
import type { QueryState } from '../feedback/placeholders.tsx';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { QueryTable } from './query-table.tsx';

interface Page {
  items: string[];
}

const loaded = {
  data: undefined,
  isError: false,
  error: null,
  isFetching: false,
  refetch: jest.fn(),
};

function show(state: Partial<QueryState<Page>>) {
  return renderInEnglish(
    <ErrorDescriptionProvider describe={(error) => ({ message: String(error), reference: 'req-42' })}>
      <QueryTable
        caption="Calls"
        query={{ ...loaded, ...state }}
        rows={(page) => page.items}
        columns={[{ id: 'number', header: 'Number', cell: (number) => number }]}
        rowKey={(number) => number}
      />
    </ErrorDescriptionProvider>,
  );
}

describe('QueryTable', () => {
  it('shows placeholders while loading', () => {
    show({ isFetching: true });
    expect(screen.getByRole('table', { name: /Loading/ })).toBeInTheDocument();
  });

  it('shows that the list is empty', () => {
    show({ data: { items: [] } });
    expect(screen.getByText('List is empty')).toBeVisible();
  });

  it('shows why loading failed, with the reference and a retry button', async () => {
    const refetch = jest.fn();
    const { user } = show({ isError: true, error: 'No connection', refetch });
    expect(screen.getByRole('alert')).toHaveTextContent(/No connection.*req-42/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('dims the old rows while new ones are loading', () => {
    show({ data: { items: ['+372'] }, isFetching: true });
    expect(screen.getByRole('cell', { name: '+372' })).toBeInTheDocument();
    expect(screen.getByRole('table')).toHaveAttribute('data-stale');
  });

  it('shows the old rows and a warning when loading new ones failed', () => {
    show({ data: { items: ['+372'] }, isError: true, error: 'No connection' });
    expect(screen.getByRole('cell', { name: '+372' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('No connection');
  });
});
