interface BuildMode {
  isProduction: boolean;
  hasRefresh: boolean;
}

/**
 * How a package is to be built: `PORTAL_DEV` names the areas under development (`all`, or ids separated by commas);
 * everything else is built for production.
 */
export function buildMode(id: string): BuildMode {
  const developed = (process.env['PORTAL_DEV'] ?? '').split(',').filter(Boolean);
  if (developed.length === 0) return { isProduction: true, hasRefresh: false };
  // React refresh needs a development React, and the host is the one who provides React.
  const isDeveloped = id === 'host' || developed.includes('all') || developed.includes(id);
  return { isProduction: !isDeveloped, hasRefresh: isDeveloped };
}
