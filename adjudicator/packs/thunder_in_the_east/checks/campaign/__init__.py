"""What the Campaign Game alone has: factories that leave, bombed cities, allies that give up."""
