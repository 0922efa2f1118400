import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '../testing/render-page.tsx';
import { actionPath, useAction } from './actions.ts';

const area = {
  id: 'billing',
  base_path: '/billing',
  pages: [{ id: 'limits', path: 'limits', title: 'limits', index: false, aliases: [], namespaces: [] }],
  actions: [
    { role: 'account', page: 'limits' },
    { role: 'top-up', sidebar: 'add-money' },
  ],
};

function Page() {
  const openAccount = useAction('account');
  const topUp = useAction('top-up');
  const contact = useAction('support');
  return (
    <>
      {openAccount && (
        <button type="button" onClick={() => openAccount()}>
          account
        </button>
      )}
      {topUp && (
        <button type="button" onClick={() => topUp({ service_id: 'svc_1' })}>
          top up
        </button>
      )}
      {contact && <button type="button">contact</button>}
    </>
  );
}

function renderOffers() {
  return renderPage(<Page />, { path: '/start', actions: [area] });
}

it('opens the sidebar that an area offers, with parameters', async () => {
  const { user, location } = renderOffers();
  await user.click(screen.getByText('top up'));
  expect(location().search).toBe('?sidebar=billing/add-money&sidebar.service_id=svc_1');
});

it('opens the page that an area offers', async () => {
  const { user, location } = renderOffers();
  await user.click(screen.getByText('account'));
  expect(location().pathname).toBe('/billing/limits');
  expect(actionPath('account')).toBe('/billing/limits');
});

it('has no action for a role that no area offers', () => {
  renderOffers();
  expect(screen.queryByText('contact')).toBeNull();
  expect(actionPath('support')).toBeUndefined();
});
