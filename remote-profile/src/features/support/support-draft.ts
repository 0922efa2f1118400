import { ticketCategories } from '@portal/contract/support';
import type { SidebarParams } from '@portal/shared/area';

export interface SupportDraft {
  subject: string;
  body: string;
  category: (typeof ticketCategories)[number];
}

/** The text to begin with: what whoever opened the form has said, and a category that fits the page. */
export function draftOf(params: SidebarParams, pathname: string): SupportDraft {
  return {
    subject: params['subject']?.slice(0, 150) ?? '',
    body: params['body']?.slice(0, 5000) ?? '',
    category: ticketCategories.find((category) => category === params['category']) ?? categoryAt(pathname),
  };
}

function categoryAt(pathname: string): SupportDraft['category'] {
  if (pathname.startsWith('/finances')) return 'billing';
  if (pathname.startsWith('/voicing/rented-numbers')) return 'numbers';
  if (pathname.startsWith('/voicing')) return 'voicing';
  if (pathname.startsWith('/messaging')) return 'messaging';
  return pathname.startsWith('/profile') ? 'account' : 'other';
}
