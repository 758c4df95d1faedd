import { MEDIA_TYPES } from '../../../api/v2/jobs/media-types.ts';

/**
 * The media type of a table that was chosen in a browser, by the ending of its name: browsers say different things of the same file, and
 * some call CSV `application/vnd.ms-excel`. Undefined for an ending that the API does not read.
 */
export function uploadTypeOf(fileName: string): string | undefined {
  const ending = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase();
  return Object.entries(MEDIA_TYPES).find(([format]) => format === ending)?.[1];
}
