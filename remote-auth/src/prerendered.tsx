import { definePrerendered } from '@portal/shared/prerender';
import LoginPage from './features/login/login-page.tsx';
import { paths } from './paths.ts';

/** What stands in the HTML before this area's code has run. */
export const prerender = definePrerendered({ login: { path: paths.login, element: <LoginPage /> } });
