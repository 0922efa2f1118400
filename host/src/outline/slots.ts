/** What the server writes into the prerendered frame of the account (federation/server, account-frame). */
export const slots = {
  title: '{{title}}',
  description: '{{description}}',
  path: '/{{path}}',
  icon: '{{icon}}',
} as const;

/** The ends of sections that the server repeats: for each area, for its title if it has several entries, for each entry. */
export const sections = {
  areas: ['{{#areas}}', '{{/areas}}'],
  heading: ['{{#heading}}', '{{/heading}}'],
  entries: ['{{#entries}}', '{{/entries}}'],
} as const;
