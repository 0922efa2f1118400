export {
  createBrowserRouter,
  Link,
  type Location,
  Navigate,
  NavLink,
  Outlet,
  type RouteObject,
  RouterProvider,
  redirect,
  ScrollRestoration,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
} from 'react-router-dom';
export { defineListFilters } from './list-filters.ts';
export { parametersOf } from './url-query.ts';
export { type SetUrlQuery, useUrlQuery } from './use-url-query.ts';
