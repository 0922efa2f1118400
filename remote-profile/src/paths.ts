/** Fields of the profile's form that a link can lead to. */
export const linkedFields = ['country', 'address', 'currency', 'tax_number'] as const;
export type LinkedField = (typeof linkedFields)[number];

/** Every address of the area. */
export const paths = {
  /** The profile; with a field, that field takes the focus. */
  profile: (field?: LinkedField) => (field === undefined ? '/profile' : `/profile#${field}`),
};

/** The area's own sidebars. */
export const sidebars = {
  email: 'profile/email',
  password: 'profile/password',
  security: 'profile/security',
  support: 'profile/support',
  quickStart: 'profile/quick-start',
} as const;
