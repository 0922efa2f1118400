import type { offerActions } from '../area/actions.ts';

/** The actions that the portal's areas offer to one another. */
export const offeredActions: Parameters<typeof offerActions>[0] = [
  { id: 'finances', base_path: '/finances', pages: [], actions: [{ role: 'top-up', sidebar: 'top-up' }] },
  {
    id: 'profile',
    base_path: '/profile',
    pages: [
      {
        ...{ id: 'main', path: '', title: 'profile', index: true, aliases: [] },
        namespaces: ['profile', 'profileQuickStart', 'vat'],
      },
    ],
    actions: [
      { role: 'account', page: 'main' },
      { role: 'account-setup', sidebar: 'quick-start' },
      { role: 'support', sidebar: 'support' },
      { role: 'exports', sidebar: 'exports' },
    ],
  },
];
