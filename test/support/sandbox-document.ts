/** The document in which Shopify runs a custom pixel, around `code`. `library` is a script before the wrapper. */
export function sandboxDocument(code: string, id = '901', library = 'self.webPixelsManager={};'): string {
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Web Pixels Manager Sandbox</title>
<script type="text/javascript">${library}</script>
<script type="text/javascript">
(function(shopify) {shopify.extend('WebPixel::Render', function(api) {
var analytics=api.analytics,browser=api.browser,init=api.init;
${code}
});})(self.webPixelsManager.createShopifyExtend('${id}', 'custom'));
</script></head><body></body></html>`;
}
