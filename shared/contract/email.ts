import * as v from 'valibot';

// Each part of the domain ends at its dot, so the pattern is tried in linear time.
const emailPattern = /^[^\s@]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u;

/** An e-mail address in lower case: local part, domain and a top-level domain of at least two letters. */
export const emailSchema = v.config(
  v.pipe(
    v.string('email_required'),
    v.trim(),
    v.nonEmpty('email_required'),
    v.maxLength(254, 'email_pattern'),
    v.regex(emailPattern, 'email_pattern'),
    v.toLowerCase(),
  ),
  { abortPipeEarly: true },
);
