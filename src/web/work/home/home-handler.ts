import type { SignedInRequest } from '../work-request.ts';
import { homePage } from './home-view.tsx';

export function showHome(request: SignedInRequest): Response {
  return homePage(request);
}
