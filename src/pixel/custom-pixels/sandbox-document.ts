/** The document in which Shopify runs the code of a custom pixel, for code that comes as a file of its own. */

/** @param id digits */
export function customPixelDocument(code: string, id: string): string {
  return `<!DOCTYPE html><html><head><script>self.webPixelsManager={};</script><script>(function(shopify) {shopify.extend('WebPixel::Render', function(api) {
var analytics=api.analytics,browser=api.browser,init=api.init;
${code}
});})(self.webPixelsManager.createShopifyExtend('${id}', 'custom'));
</script></head><body></body></html>`;
}
