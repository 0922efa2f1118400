import type about from '../locales/en/about.json';
import type pageNotices from '../locales/en/pageNotices.json';

/** The namespaces that this package brings: a host adds them to its own in `CustomTypeOptions`. */
export interface FederationResources {
  about: typeof about;
  pageNotices: typeof pageNotices;
}
