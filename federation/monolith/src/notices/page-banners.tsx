/** One program has no banners about its releases. */
export function PageBanners() {
  return null;
}
