import * as v from 'valibot';
import { languages } from './language.ts';

/** One of the portal's languages, as the profile, the cookie and the query parameter carry it. */
export const languageSchema = v.picklist(languages);
