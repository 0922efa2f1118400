/** Where the customer sees to the second step and to open sessions; a path of the portal, for mails. */
export const securitySidebar = '/profile?sidebar=profile/security';
