import { localePath } from '@portal/federation-contract/release-lookup';
import { areas } from '../areas.ts';

declare const __webpack_public_path__: string;

/** The address of a namespace, which is among the program's own files. */
export function localeUrl(language: string, namespace: string): string {
  return __webpack_public_path__ + localePath(language, namespace);
}

/** Whether a namespace belongs to an area. */
export function isOfArea(namespace: string): boolean {
  return areas.some(({ namespaces }) => namespaces.includes(namespace));
}
