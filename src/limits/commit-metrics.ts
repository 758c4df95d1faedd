/** Measures the commits of the limiter: requests in each, duration, and failures. */
import { Histogram } from '../domain/histogram.ts';

const GROUP_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1024];
const SECONDS_BOUNDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1];

export class CommitMetrics {
  readonly requests = new Histogram(GROUP_BOUNDS);
  readonly seconds = new Histogram(SECONDS_BOUNDS);
  faults = 0;

  committed(requests: number, seconds: number): void {
    this.requests.add(requests);
    this.seconds.add(seconds);
  }

  failed(): void {
    this.faults++;
  }
}
