import { definePrerendered } from '@portal/shared/prerender';
import LoginPage from './features/login/login-page.tsx';
import { paths } from './paths.ts';

/** The screens of this area that the build prerenders into the HTML. */
export const prerender = definePrerendered({ login: { path: paths.login, element: <LoginPage /> } });
